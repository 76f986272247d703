import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildN8n } from "../../../build/n8n-package.ts";

// Must be set before n8n's modules are loaded; otherwise, they write to the home folder.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), "n8n-user-"));
process.on("exit", () => rmSync(process.env.N8N_USER_FOLDER, { recursive: true, force: true }));
const require = createRequire(import.meta.url);
require("reflect-metadata");
/** The n8n package that loads and runs nodes. */
export const core = require("n8n-core");
/** The n8n package that nodes import. */
export const workflowPackage = require("n8n-workflow");

const TEST = fileURLToPath(new URL(".", import.meta.url));
const NAME = "n8n-nodes-messaging-gateway";

/** Builds and packs the nodes, unpacks the package next to n8n's own packages, and loads it as n8n would. */
export async function loadPackage() {
  await buildN8n();
  const installed = `${TEST}dist/node_modules/${NAME}`;
  rmSync(`${TEST}dist`, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", `${TEST}dist`], {
    cwd: join(TEST, ".."),
  });
  const [{ filename }] = JSON.parse(packed.toString());
  execFileSync("tar", ["-xzf", `${TEST}dist/${filename}`, "-C", installed, "--strip-components=1"]);
  const loader = new core.PackageDirectoryLoader(installed);
  await loader.loadAll();
  return loader;
}

const CREDENTIAL = "messagingGatewayApi";

/** The n8n services that provide a node with its credential, addresses and hooks. */
function servicesOf(loader, { credential, executionId, webhookBaseUrl = "http://127.0.0.1:5678/webhook" }) {
  const { type } = loader.credentialTypes[CREDENTIAL];
  return {
    executionId,
    webhookBaseUrl,
    webhookTestBaseUrl: webhookBaseUrl.replace(/webhook$/, "webhook-test"),
    webhookWaitingBaseUrl: "http://127.0.0.1:5678/webhook-waiting",
    formWaitingBaseUrl: "http://127.0.0.1:5678/form-waiting",
    variables: {},
    hooks: new core.ExecutionLifecycleHooks("trigger", executionId ?? "", { id: "workflow-1" }),
    credentialsHelper: {
      getParentTypes: () => [],
      isCredentialUsableByNode: () => true,
      getDecrypted: async () => credential,
      preAuthentication: async () => undefined,
      // Authenticates as n8n does for credentials of the "generic" kind.
      authenticate: async (data, _name, options) => {
        const { Authorization } = type.authenticate.properties.headers;
        const header = Authorization.replace(/^=/, "").replace("{{$credentials.apiKey}}", data.apiKey);
        return { ...options, headers: { ...options.headers, Authorization: header } };
      },
    },
  };
}

/** Creates a runnable workflow with one of the package's nodes after an n8n trigger. */
export function workflowOf(loader, name, parameters, settings) {
  const type = `${NAME}.${name}`;
  const node = {
    id: "5d0b2a8e-4f0a-4b6f-8a37-7c5f2b1a9c11",
    webhookId: "0b7f6a54-64f1-4a2a-9a53-2a0e2ef6f0a1",
    name: "The node",
    type,
    typeVersion: 1,
    position: [0, 0],
    credentials: { [CREDENTIAL]: { id: "1", name: "Ours" } },
    parameters,
    ...settings.node,
  };
  const nodeTypes = {
    getByNameAndVersion: (asked) => loader.getNode(asked.slice(NAME.length + 1)).type,
    getByName: (asked) => loader.getNode(asked.slice(NAME.length + 1)).type,
    getKnownTypes: () => ({}),
  };
  const workflow = new workflowPackage.Workflow({
    id: "workflow-1",
    nodes: [node],
    connections: {},
    active: true,
    nodeTypes,
    staticData: settings.staticData ?? {},
    settings: { executionOrder: "v1" },
  });
  return { workflow, node: workflow.getNode("The node"), additional: servicesOf(loader, settings) };
}

/** Runs an action node on these items in n8n's engine. @returns n8n's records of the node's runs. */
export async function execute(loader, parameters, settings) {
  const { workflow, node, additional } = workflowOf(loader, "gateway", parameters, settings);
  const items = (settings.items ?? [{}]).map((json) => ({ json }));
  const data = workflowPackage.createRunExecutionData({
    executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
    ...(settings.runData && { resultData: { runData: settings.runData } }),
  });
  const engine = new core.WorkflowExecute(additional, "trigger", data);
  const { data: result } = await engine.processRunExecutionData(workflow);
  return { runs: result.resultData.runData["The node"] ?? [], error: result.resultData.error };
}

/** Runs an action node as an AI agent's tool. @param run n8n's run number. Every attempt is a new run. */
export async function executeAsTool(loader, parameters, settings, run) {
  const { workflow, node, additional } = workflowOf(loader, "gateway", parameters, settings);
  const data = workflowPackage.createRunExecutionData({ executionData: { nodeExecutionStack: [] } });
  const input = { ai_tool: [[{ json: {} }]] };
  const asked = { node, data: {}, source: null };
  const context = new core.SupplyDataContext(
    ...[workflow, node, additional, "trigger", data, run, [], input, "ai_tool", asked, [], undefined, node],
  );
  const [[item]] = await loader.getNode("gateway").type.execute.call(context);
  return item.json;
}

/** The value of a field that selects a record by ID. */
export const id = (value) => ({ __rl: true, mode: "id", value });
/** The value of a field that selects a person by phone number. */
export const phone = (value) => ({ __rl: true, mode: "phone", value });
