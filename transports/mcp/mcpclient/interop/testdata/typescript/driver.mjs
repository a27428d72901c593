// Lets a test drive an official client: one JSON line on standard input asks
// for a step, and one on standard output says how it went.
//
//   {"do":"connect","with":[{"sdk":"v2","revision":"2025-06-18","url":"http://…"}]}
//   {"do":"callTool","with":[{"name":"…","arguments":{}}]}
//
// Every step but connect is a method of the client. The answer is
// {"result":…} or {"error":{"code":…,"message":…}}, with the notifications
// ("told") and the requests ("asked") that came from the server meanwhile.
import { createInterface } from "node:readline";

// What the user of this client answers, by the name of the field in a form.
const answers = { username: "ada", email: "ada@example.org", name: "Ada", ok: true };

let make, client, told, asked;

const replies = {
  "elicitation/create": ({ params }) => ({ action: "accept", content: filled(params.requestedSchema) }),
  "sampling/createMessage": () => ({ role: "assistant", model: "m", content: { type: "text", text: "sampled words" } }),
  "roots/list": () => ({ roots: [{ uri: "file:///home/ada", name: "home" }] }),
};

// filled is a form with the answers, and some text in the rest of what it needs.
function filled({ properties = {}, required = [] }) {
  const names = Object.keys(properties).filter((n) => n in answers || required.includes(n));
  return Object.fromEntries(names.map((n) => [n, answers[n] ?? "some text"]));
}

async function connect({ sdk, revision, url, command, args, env }) {
  make = await import(`./${sdk}.mjs`);
  client = make.client(revision, { elicitation: {}, sampling: {}, roots: {} });
  for (const [method, reply] of Object.entries(replies)) {
    make.onRequest(client, method, (request) => {
      asked.push({ method, params: request.params });
      return reply(request);
    });
  }
  make.onNotification(client, "notifications/message", (n) => void told.push({ method: n.method, params: n.params }));
  const transport = url ? make.http(new URL(url)) : make.stdio({ command, args, env: { ...process.env, ...env } });
  await client.connect(transport);
  return {
    revision: make.revision(client, transport),
    session: transport.sessionId,
    server: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
  };
}

const steps = {
  connect,
  callTool: (params) => {
    const onprogress = (params) => told.push({ method: "notifications/progress", params });
    return make.callTool(client, params, { onprogress });
  },
};

function step({ do: name, with: given }) {
  return steps[name] ? steps[name](...given) : client[name](...given);
}

for await (const line of createInterface({ input: process.stdin })) {
  told = [];
  asked = [];
  let answer;
  try {
    answer = { result: (await step(JSON.parse(line))) ?? null };
  } catch (e) {
    answer = { error: { code: typeof e.code === "number" ? e.code : 0, message: String(e.message ?? e) } };
  }
  process.stdout.write(JSON.stringify({ ...answer, told, asked }) + "\n");
}
