// Drives `aurum bot debug` by the client library of VS Code's project:
//   node editor.js AURUM FIXTURES
// in a folder where it may write. Over standard input and output, and a port.
"use strict";
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const [aurum, fixtures] = process.argv.slice(2);
const duck = path.join(fs.realpathSync("."), "duck.lua");
fs.copyFileSync(path.join(fixtures, "duck.lua"), duck);
fs.writeFileSync("adapter.sh", `exec '${aurum}' bot debug\n`);
const games = { program: duck, games: 1, seat: 1, against: "random", seed: "e" };
let checks = 0;

function same(got, wanted, what) {
  checks++;
  assert.deepEqual(got, wanted, what);
}

// Runs a test with a client; it waits for events as long as it takes.
async function withClient(test, port) {
  const client = new DebugClient("sh", "adapter.sh", "aurum");
  client.defaultTimeout = 600000;
  await client.start(port);
  try {
    await test(client);
  } finally {
    await client.stop();
  }
}

// What a frame shows: { name: value } of a scope.
async function valuesIn(client, frameId, name) {
  const { scopes } = (await client.scopesRequest({ frameId })).body;
  const scope = scopes.find((it) => it.name === name);
  const list = (await client.variablesRequest(scope)).body.variables;
  return Object.fromEntries(list.map((it) => [it.name, it]));
}

async function line(client) {
  return (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0];
}

async function stepping(client) {
  await client.hitBreakpoint(games, { path: duck, line: 20 });
  const first = await line(client);
  same([first.name, first.source.path, first.line], ["bid", duck, 20]);
  const locals = await valuesIn(client, first.id, "Locals");
  same(Object.keys(locals), ["self", "view", "shown"]);
  same((await valuesIn(client, first.id, "View")).seat?.value ?? "1", "1");
  const inner = (await client.variablesRequest(locals.shown)).body.variables;
  same(inner.map((it) => it.name), ["[1]", "[2]", "inner", "text"]);
  const at = (command, reason, position) => Promise.all([
    client[`${command}Request`]({ threadId: 1 }),
    client.assertStoppedLocation(reason, position)]);
  await at("stepIn", "step", { path: duck, line: 5 });
  await at("stepOut", "step", { path: duck, line: 21 });
  await at("stepBack", "step", { path: duck, line: 20 });
  await at("next", "step", { path: duck, line: 21 });
  const card = (await client.evaluateRequest({ expression: "card",
    frameId: 1 })).body.result;
  const set = await client.setVariableRequest({ name: "card",
    variablesReference: (await client.scopesRequest({ frameId: 1 })).body
      .scopes[0].variablesReference, value: "view.hand:highest()" });
  same(set.body.value !== card, true, "the card is another one");
  await assert.rejects(client.evaluateRequest({ expression: "view.hands" }),
    /no field 'hands'/);
  checks++;
  await client.setBreakpointsRequest({ source: { path: duck },
    breakpoints: [] });
  await Promise.all([client.continueRequest({ threadId: 1 }),
    client.waitForEvent("terminated")]);
}

async function errors(client) {
  fs.writeFileSync(duck, fs.readFileSync(duck, "utf8")
    .replace("planted = false", "planted = true"));
  await Promise.all([
    client.waitForEvent("initialized").then(() => client
      .setExceptionBreakpointsRequest({ filters: ["errors"] }))
      .then(() => client.configurationDoneRequest()),
    client.launch(games),
    client.assertStoppedLocation("exception", { path: duck, line: 33 })]);
}

// The port is on standard error.
function listening(server) {
  return new Promise((resolve) => {
    let text = "";
    server.stderr.on("data", (bytes) => {
      text += bytes;
      const found = text.match(/127\.0\.0\.1:(\d+)/);
      if (found) resolve(Number(found[1]));
    });
  });
}

async function main() {
  await withClient(stepping);
  await withClient(errors);
  fs.copyFileSync(path.join(fixtures, "duck.lua"), duck);
  const server = spawn(aurum, ["bot", "debug", "--port", "0"]);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await withClient(stepping, await listening(server));
  same(await ended, 0, "the status of the server");
  console.log(`${checks} checks of the debugger passed`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
