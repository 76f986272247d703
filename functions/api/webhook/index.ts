import { resource } from "../route.ts";
import { getWebhook } from "./get-webhook.ts";
import { updateWebhook } from "./update-webhook.ts";

/** The routes of this resource, also for the OpenAPI document. */
export const routes = [getWebhook, updateWebhook];

/** The Lambda of /v1/webhook. */
export const handler = resource(routes);
