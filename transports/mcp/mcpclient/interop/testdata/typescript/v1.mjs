// The first line of the official client: the handshake at its newest revision.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

const schemas = {
  "elicitation/create": ElicitRequestSchema,
  "sampling/createMessage": CreateMessageRequestSchema,
  "roots/list": ListRootsRequestSchema,
  "notifications/message": LoggingMessageNotificationSchema,
};

export const client = (_, capabilities) => new Client({ name: "interop", version: "1" }, { capabilities });
export const http = (url) => new StreamableHTTPClientTransport(url);
export const stdio = (parameters) => Object.assign(new StdioClientTransport(parameters), { setProtocolVersion });
export const onRequest = (client, method, reply) => client.setRequestHandler(schemas[method], reply);
export const onNotification = (client, method, take) => client.setNotificationHandler(schemas[method], take);
export const callTool = (client, params, options) => client.callTool(params, undefined, options);
export const revision = (_, transport) => transport.protocolVersion;

// Over stdio nothing else keeps what was agreed on.
function setProtocolVersion(version) {
  this.protocolVersion = version;
}
