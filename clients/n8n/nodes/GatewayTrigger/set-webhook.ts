import { randomUUID } from "node:crypto";
import type { IDataObject, IHookFunctions } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { type ApiRequest, CREDENTIAL, callApi } from "../../shared/api.ts";
import { asNodeError, codeOf } from "../../shared/errors.ts";
import type { WebhookState } from "./webhook-state.ts";

const WEBHOOK = "/v1/instances/{id}/webhook";

/** Whether the instance's webhook points to this node and the node has a secret for verifying its posts. */
export async function isSet(hook: IHookFunctions): Promise<boolean> {
  if (hook.getMode() === "manual") return false;
  const url = await readUrl(hook);
  return url !== null && url === ownUrl(hook) && (stateOf(hook).secret !== undefined || (await hasOwnSecret(hook)));
}

/**
 * Sets the instance's own webhook to this node's address. Never overwrites an address that isn't the node's, and a test
 * never redirects live events. The node has the secret before the first event can arrive.
 * @throws NodeOperationError with a description of what to do instead.
 */
export async function setWebhook(hook: IHookFunctions): Promise<void> {
  if (hook.getMode() === "manual") throw testedByPolling(hook);
  const state = stateOf(hook);
  const url = ownUrl(hook);
  const present = await readUrl(hook);
  if (present !== null && present !== url && present !== state.url) throw isTaken(hook, present);
  if (!(await hasOwnSecret(hook))) await makeSecret(hook, state);
  const { secret } = await ask(hook, { method: "PATCH", path: WEBHOOK, body: { url } });
  // The response contains a secret only when a webhook gets its very first address.
  if (typeof secret === "string") state.secret = secret;
  state.url = url;
}

/**
 * Removes the webhook's address if it belongs to this node, leaving any other address in place. A deleted instance has
 * no address to remove.
 */
export async function unsetWebhook(hook: IHookFunctions): Promise<void> {
  const state = stateOf(hook);
  const present = await readUrl(hook);
  const isOwn = present !== null && (present === ownUrl(hook) || present === state.url);
  if (isOwn) await ask(hook, { method: "PATCH", path: WEBHOOK, body: { url: null } });
  delete state.url;
}

/**
 * Replaces the signing secret and stores the new one. The gateway refuses another replacement while the previous secret
 * is still valid. If this node itself made the replacement that is blocking this one, its stored secret is still the
 * newest.
 */
async function makeSecret(hook: IHookFunctions, state: WebhookState): Promise<void> {
  try {
    const idempotencyKey = randomUUID();
    const made = await ask(hook, { method: "POST", path: `${WEBHOOK}/secret`, idempotencyKey });
    state.secret = String(made.secret);
    state.secret_alone_until = String(made.previous_valid_until ?? "");
  } catch (error) {
    if (codeOf(error) !== "conflict") throw asNodeError(hook.getNode(), error, 0);
    if (state.secret !== undefined && Date.parse(state.secret_alone_until ?? "") > Date.now()) return;
    throw new NodeOperationError(hook.getNode(), "This node does not have the gateway's signing secret.", {
      description: `Someone else replaced the secret. Enter it as the credential's Signing Secret (whsec_…), or activate the workflow again once the gateway allows another replacement: ${(error as Error).message}`,
    });
  }
}

/** Returns this node's webhook address in n8n. */
function ownUrl(hook: IHookFunctions): string {
  const url = hook.getNodeWebhookUrl("default");
  if (url === undefined)
    throw new NodeOperationError(hook.getNode(), "n8n has no address for this node yet. Save the workflow.");
  return url;
}

async function readUrl(hook: IHookFunctions): Promise<string | null> {
  const { url } = await ask(hook, { method: "GET", path: WEBHOOK });
  return typeof url === "string" ? url : null;
}

async function hasOwnSecret(hook: IHookFunctions): Promise<boolean> {
  const { signingSecret } = await hook.getCredentials<{ signingSecret?: string }>(CREDENTIAL);
  return Boolean(signingSecret?.trim());
}

async function ask(hook: IHookFunctions, request: ApiRequest): Promise<IDataObject> {
  const id = String(hook.getNodeParameter("instance", "", { extractValue: true }) ?? "");
  const { body } = await callApi(hook, { ...request, ids: { id } });
  return body.data as IDataObject; // every answer of these routes has it
}

const stateOf = (hook: IHookFunctions) => hook.getWorkflowStaticData("node") as WebhookState;

const POLLING = "Messaging Gateway Polling Trigger returns the same items and does not change the webhook";

const testedByPolling = (hook: IHookFunctions) =>
  new NodeOperationError(hook.getNode(), "This trigger only runs in active workflows.", {
    description: `An instance has only one webhook, so listening for a test would redirect its live events. To test, use "Fetch Test Event" of a polling trigger: ${POLLING}. Or activate the workflow and check its executions.`,
  });

const isTaken = (hook: IHookFunctions, present: string) =>
  new NodeOperationError(hook.getNode(), `The instance already posts its events to ${present}.`, {
    description: `Nothing was changed. If that address is no longer needed, remove it (in the panel, or with PATCH /v1/instances/{id}/webhook and url null). Otherwise use polling: ${POLLING}.`,
  });
