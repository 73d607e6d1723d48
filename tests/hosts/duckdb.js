// Answers a file of SQL with DuckDB: duckdb.js FILE. It prints the rows of every
// statement that has some, with a space between values.
"use strict";

const fs = require("fs");
const { DuckDBInstance } = require("@duckdb/node-api");

async function main(file) {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const script = await connection.extractStatements(fs.readFileSync(file, "utf8"));
  for (let i = 0; i < script.count; i++) {
    const statement = await script.prepare(i);
    const answer = await statement.runAndReadAll();
    if (answer.columnNames()[0] === "Count") continue;
    for (const row of answer.getRows()) console.log(row.join(" "));
  }
}

main(process.argv[2]).catch((error) => {
  console.error(`duckdb.js: ${process.argv[2]}: ${error.message}`);
  process.exitCode = 1;
});
