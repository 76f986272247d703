import { core, workflowOf } from "./n8n-world.mjs";

/**
 * Creates the webhook trigger in an active n8n workflow, with its hooks, those of a test run, and its handler for
 * posts.
 */
export function triggerOf(loader, parameters, settings) {
  const { workflow, node, additional } = workflowOf(loader, "gatewayTrigger", parameters, settings);
  const { type } = loader.getNode("gatewayTrigger");
  const production = { webhookDescription: type.description.webhooks[0], isTest: false };
  const testing = { ...production, isTest: true };
  // A test run has its own static data.
  const tested = workflowOf(loader, "gatewayTrigger", parameters, settings);
  return {
    type,
    staticData: () => workflow.staticData,
    path: `/webhook/${node.webhookId}/webhook`,
    active: new core.HookContext(workflow, node, additional, "trigger", "activate", production),
    test: new core.HookContext(tested.workflow, tested.node, additional, "manual", "manual", testing),
    endOfTest: new core.HookContext(tested.workflow, tested.node, additional, "internal", "update", testing),
    async take(headers, body) {
      let status = 200;
      const httpResponse = {
        status(code) {
          status = code;
          return httpResponse;
        },
        json: () => httpResponse,
      };
      const httpRequest = { headers, rawBody: Buffer.from(body), body: JSON.parse(body) };
      const asked = { ...additional, httpRequest, httpResponse };
      const context = new core.WebhookContext(workflow, node, asked, "webhook", production, [], null);
      return { answer: await type.webhook.call(context), status };
    },
  };
}
