// The second line of the official client: any revision. Those before 2026-07-28
// begin with a handshake; "auto" asks the server for the newest.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const choice = (revision) => {
  if (revision === "auto") return { versionNegotiation: { mode: "auto" } };
  if (revision >= "2026-07-28") return { versionNegotiation: { mode: { pin: revision } } };
  return { versionNegotiation: { mode: "legacy" }, supportedProtocolVersions: [revision] };
};

export const client = (revision, capabilities) =>
  new Client({ name: "interop", version: "1" }, { capabilities, ...choice(revision) });
export const http = (url) => new StreamableHTTPClientTransport(url);
export const stdio = (parameters) => new StdioClientTransport(parameters);
export const onRequest = (client, method, reply) => client.setRequestHandler(method, reply);
export const onNotification = (client, method, take) => client.setNotificationHandler(method, take);
export const callTool = (client, params, options) => client.callTool(params, options);
export const revision = (client) => client.getNegotiatedProtocolVersion();
