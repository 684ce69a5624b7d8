"""The referee of the Euchre family: rules, fairness, store, service and tournaments."""
