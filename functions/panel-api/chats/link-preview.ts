import { PreviewedLink, PreviewLinkBody } from "../../../core/contracts/panel/link-preview.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { previewLink as preview } from "../../../core/operations/messages/preview-link.ts";
import { reply } from "../../api/reply.ts";
import { panelRoute } from "../panel-route.ts";

/** POST /panel-api/link-preview: returns the preview with which a message containing this link would be sent. */
const previewLink = panelRoute("panel.link_preview", {
  body: PreviewLinkBody,
  responses: { 200: { description: "The preview; null if the page has none", schema: PreviewedLink } },
  async handle({ deps, caller, session, body: { instance_id, link }, now }) {
    const instance = await readInstance(deps, caller, instance_id);
    return reply(200, { preview: await preview(deps, instance, { user: session.user.id, link }, now) });
  },
});

/** The route that previews links in unsent text. */
export const routes = [previewLink];
