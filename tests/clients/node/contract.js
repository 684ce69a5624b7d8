// Loads the contract as a client of another toolchain does; as a program it prints each service's methods.
"use strict";

const fs = require("node:fs");

const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");

/** The package euchre.v1: services as client constructors. The contract is in the first folder of $EUCHRE_PROTOS. */
function load() {
  const includeDirs = process.env.EUCHRE_PROTOS.split(":");
  const files = fs.readdirSync(`${includeDirs[0]}/euchre/v1`).map((name) => `euchre/v1/${name}`);
  const options = { includeDirs, keepCase: true, longs: String, enums: String, oneofs: true };
  return grpc.loadPackageDefinition(loader.loadSync(files, options)).euchre.v1;
}

module.exports = { grpc, load };

if (require.main === module) {
  const services = Object.entries(load()).filter(([, type]) => type.service);
  const methods = services.map(([name, type]) => [name, Object.values(type.service).map((m) => m.path)]);
  console.log(JSON.stringify(Object.fromEntries(methods)));
}
