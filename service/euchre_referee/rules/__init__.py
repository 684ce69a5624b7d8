"""The rules of the Euchre family: pure functions and frozen values, no input or output."""
