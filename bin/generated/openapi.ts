import { routes as activity } from "../../functions/api/activity/index.ts";
import { routes as answers } from "../../functions/api/answers/index.ts";
import { routes as broadcasts } from "../../functions/api/broadcasts/index.ts";
import { routes as channels } from "../../functions/api/channels/index.ts";
import { routes as chats } from "../../functions/api/chats/index.ts";
import { routes as contacts } from "../../functions/api/contacts/index.ts";
import { routes as events } from "../../functions/api/events/index.ts";
import { routes as files } from "../../functions/api/files/index.ts";
import { routes as groups } from "../../functions/api/groups/index.ts";
import { routes as instances } from "../../functions/api/instances/index.ts";
import { routes as labels } from "../../functions/api/labels/index.ts";
import { routes as messages } from "../../functions/api/messages/index.ts";
import { openApiDocument } from "../../functions/api/openapi/document.ts";
import { openApiRoute } from "../../functions/api/openapi/openapi-route.ts";
import { routes as otps } from "../../functions/api/otps/index.ts";
import { routes as profile } from "../../functions/api/profile/index.ts";
import { routes as statuses } from "../../functions/api/statuses/index.ts";
import { routes as webhook } from "../../functions/api/webhook/index.ts";

/**
 * A placeholder host name that never resolves. The route that serves the document replaces it with the host of the
 * request.
 */
const SERVER = "https://gateway.invalid";

/**
 * Builds the OpenAPI document for all routes from the schemas that validate requests. The routes of any new resource
 * must be added here.
 */
export function openApi(): unknown {
  const self = { id: "openapi.get", definition: openApiRoute } as const;
  return openApiDocument(
    [
      ...instances,
      ...profile,
      ...contacts,
      ...labels,
      ...groups,
      ...channels,
      ...statuses,
      ...broadcasts,
      ...otps,
      ...answers,
      ...messages,
      ...chats,
      ...webhook,
      ...events,
      ...activity,
      ...files,
      self,
    ],
    SERVER,
  );
}
