import * as z from "zod";
import { node, seconds } from "../../format/nodes.ts";
import { QUOTA_STATUSES } from "../../store/quotas-table.ts";
import { block } from "../../world/settings/block.ts";
import { ban } from "../../world/standing/ban.ts";
import { cappingOf, setQuota } from "../../world/standing/quota.ts";
import { restrict } from "../../world/standing/restrict.ts";
import { presentPhone } from "../answers/present.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/**
 * `seconds`: the duration of the restriction, by the gateway's clock. 0 lifts the restriction. `enforcement_type`: the
 * network's name for the reason. `silent`: the account's devices aren't notified, and learn of the restriction only
 * when a message is refused or when they query it.
 */
const Restrict = z.object({
  seconds: z.number().min(0),
  enforcement_type: z.string().default("BIZ_QUALITY"),
  silent: z.boolean().default(false),
});

/** `seconds`: the duration of a temporary ban, by the gateway's clock. `lift`: ends a ban. */
const Ban = z.object({ seconds: z.number().min(1).optional(), lift: z.boolean().default(false) });

/**
 * The number of new chats allowed until the cycle ends. Once the quota is used up, its status becomes `CAPPED`
 * automatically. Devices are notified.
 */
const NewQuota = z.object({
  total: z.int().min(0),
  used: z.int().min(0).default(0),
  status: z.enum(QUOTA_STATUSES).default("NONE"),
  ends_in_seconds: z.number().min(0).default(86_400),
});

/** `demanded`: whether linked numbers need a token from this person before they can message them first. */
const DemandToken = z.object({ demanded: z.boolean().default(true) });

/**
 * `beside_another_change`: whether the notice to linked devices lists a change to another setting before the block
 * list.
 */
const Block = z.object({
  phone: PhoneNumber,
  blocked: z.boolean().default(true),
  beside_another_change: z.boolean().default(false),
});

/** Routes for a number's restrictions, bans, quotas, tokens and blocks. */
export const standingRoutes = [
  /** Lists the people that this account has blocked, on the phone or on a linked device. */
  route("GET /phones/{phone}/blocked", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      return ok({ data: transaction.store.account.blockedBy(personOf(transaction, param("phone")).phone) });
    }),
  ),

  route("POST /phones/{phone}/restrict", Restrict, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      const until = new Date(transaction.now.getTime() + body.seconds * 1000);
      restrict(deps.world, transaction, owner, until, body);
      return ok(presentPhone(transaction, owner));
    }),
  ),

  route("POST /phones/{phone}/ban", Ban, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      const until = body.seconds === undefined ? null : new Date(transaction.now.getTime() + body.seconds * 1000);
      ban(deps.world, transaction, owner, body.lift ? transaction.now : until);
      return ok(presentPhone(transaction, owner));
    }),
  ),

  route("POST /phones/{phone}/quota", NewQuota, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      const { total, used, ends_in_seconds } = body;
      const endsAt = new Date(transaction.now.getTime() + ends_in_seconds * 1000);
      setQuota(deps.world, transaction, owner, { total, used, endsAt, status: used >= total ? "CAPPED" : body.status });
      return ok(cappingOf(transaction.store.quotas.of(owner.phone, transaction.now), transaction.now));
    }),
  ),

  route("POST /phones/{phone}/demand-token", DemandToken, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const person = personOf(transaction, param("phone"));
      transaction.store.quotas.setDemand(person.phone, body.demanded);
      return ok(presentPhone(transaction, person));
    }),
  ),

  route("POST /phones/{phone}/block", Block, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      const person = personOf(transaction, body.phone);
      if (person.phone === owner.phone) throw new SandboxError("bad_request", "Nobody can block themselves.");
      const other = node("disappearing_mode", { duration: 0, t: seconds(transaction.now) });
      const before = body.beside_another_change ? [other] : [];
      block(deps.world, transaction, owner, person, body.blocked ? "block" : "unblock", 0, before);
      return ok(presentPhone(transaction, owner));
    }),
  ),
];
