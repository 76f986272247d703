import * as z from "zod";
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from "../../../core/contracts/event-types.ts";
import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { DeliveryDetails, EventList, PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import { UpdateWebhookBody } from "../../../core/contracts/webhook.ts";
import { stillSigns } from "../../../core/domain/webhooks/secret-overlap.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import { createHostCheck } from "../../../core/http/host-check.ts";
import { readDelivery } from "../../../core/operations/webhooks/read-delivery.ts";
import { readWebhook } from "../../../core/operations/webhooks/read-webhook.ts";
import { updateWebhook } from "../../../core/operations/webhooks/update-webhook.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { instanceRecords } from "../../../core/records/instance.ts";
import type { WebhookRecord } from "../../../core/records/webhooks/webhook.ts";
import { webhookSettings } from "../../../core/records/webhooks/webhook-settings.ts";
import { keys } from "../../../core/store/keys.ts";
import { reply } from "../../api/reply.ts";
import { type PanelContext, panelRoute } from "../panel-route.ts";

/** The maximum number of instances loaded. Plans allow far fewer. */
const INSTANCES_MAX = 200;

async function eventList({ deps, caller }: PanelContext): Promise<EventList> {
  const { events: chosen } = await webhookSettings(deps, caller.account_id, "account");
  const isSelected = (type: EventType) =>
    EVENT_TYPES[type].choosable && (chosen === null ? EVENT_TYPES[type].byDefault : chosen.includes(type));
  const types = EVENT_TYPE_NAMES.filter((type) => EVENT_TYPES[type].choosable);
  return {
    chosen,
    types: types.map((type) => ({ type, default: EVENT_TYPES[type].byDefault, selected: isSelected(type) })),
  };
}

/**
 * GET /panel-api/event-list: returns all event types that can be selected, and whether each one is selected. Spec:
 * Events › Rules, 1 and 2.
 */
const getEventList = panelRoute("panel.event_list.get", {
  responses: { 200: { description: "The events that the account receives", schema: EventList } },
  handle: async (request) => reply(200, await eventList(request)),
});

/** PATCH /panel-api/event-list: selects event types. Null restores the default selection. */
const updateEventList = panelRoute("panel.event_list.update", {
  body: z.object({ events: UpdateWebhookBody.shape.events.unwrap() }),
  responses: { 200: { description: "The events that the account now receives", schema: EventList } },
  async handle(request) {
    const { deps, caller, source, body, now } = request;
    const allowPrivate = deps.env.ALLOW_PRIVATE_WEBHOOKS === "1";
    const changeDeps = { ...deps, allowPrivateWebhooks: allowPrivate, hostCheck: createHostCheck({ allowPrivate }) };
    const place = { account_id: caller.account_id, owner: "account" };
    const change = { events: body.events };
    await updateWebhook(changeDeps, { ...place, change, actor: actorOf(caller, source), now });
    return reply(200, await eventList(request));
  },
});

/**
 * Returns a webhook's state for display: how long it has been failing or paused, and when the gateway will next retry
 * on its own.
 */
function fareOf({ failing_since, paused_at, probe_at, previous_secret: previous }: WebhookRecord, now: Date) {
  const time = (iso: string | undefined) => (iso === undefined ? null : wireTime(new Date(iso)));
  return {
    failing_since: time(failing_since),
    paused_at: time(paused_at),
    next_try_at: paused_at === undefined ? null : time(probe_at),
    previous_secret_until: stillSigns(previous, now) ? time(previous.valid_until) : null,
  };
}

/** GET /panel-api/webhooks: returns the account's webhook, followed by the webhooks of its instances. */
const listWebhooks = panelRoute("panel.webhooks.list", {
  responses: { 200: { description: "The account's webhooks", schema: z.array(PanelWebhook) } },
  async handle({ deps, caller, now }) {
    const { account_id } = caller;
    const { items } = await deps.table.query({ pk: keys.accountInstance(account_id, "").pk, limit: INSTANCES_MAX });
    const found = await deps.table.getMany(items.map(({ sk }) => keys.instance(sk)));
    const instances = found.map(instanceRecords.of).sort((a, b) => (a.id < b.id ? -1 : 1));
    const places = [null, ...instances].map(async (instance) => {
      const owner = instance?.id ?? "account";
      const [webhook, stored] = await Promise.all([
        readWebhook(deps, { account_id, owner }),
        webhookSettings(deps, account_id, owner),
      ]);
      const whose = { instance_id: instance?.id ?? null, instance_name: instance?.name ?? null };
      return { ...webhook, ...whose, ...fareOf(stored, now) };
    });
    return reply(200, await Promise.all(places));
  },
});

/**
 * GET /panel-api/deliveries/{event_id}: returns the posted body and the result of each attempt. Spec: Webhook delivery.
 */
const getDelivery = panelRoute("panel.deliveries.get", {
  params: z.object({ event_id: pathText(LIMITS.idMaxChars, "not_found") }),
  responses: { 200: { description: "The event's body and its attempts", schema: DeliveryDetails } },
  async handle({ deps, caller, params }) {
    const { event, tries } = await readDelivery(deps, { account_id: caller.account_id, event_id: params.event_id });
    const shown = tries.map(({ at, status, error, ms, answer }) => {
      return { at: wireTime(new Date(at)), status_code: status, error, ms, answer };
    });
    return reply(200, { event_id: event.id, body: event.body, tries: shown });
  },
});

/** The routes for the event list, the list of all webhooks, and their deliveries. */
export const routes = [getEventList, updateEventList, listWebhooks, getDelivery];
