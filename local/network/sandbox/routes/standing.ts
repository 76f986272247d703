import * as z from "zod";
import { block } from "../../settings/block.ts";
import { ban } from "../../standing/ban.ts";
import { restrict } from "../../standing/restrict.ts";
import { PhoneNumber, personOf } from "../fields.ts";
import { presentPhone } from "../present.ts";
import { ok, route } from "../route.ts";
import { SandboxError } from "../sandbox-error.ts";

/** By the gateway's clock; 0 lifts the restriction. `enforcement_type` is the network's name for the reason. */
const Restrict = z.object({
  seconds: z.number().min(0),
  enforcement_type: z.string().default("BIZ_QUALITY"),
});

/** `seconds`: a ban with an end, by the gateway's clock; `lift` ends it. */
const Ban = z.object({ seconds: z.number().min(1).optional(), lift: z.boolean().default(false) });

const Block = z.object({ phone: PhoneNumber, blocked: z.boolean().default(true) });

/** What the network or the owner does to a number. */
export const standingRoutes = [
  route("POST /phones/{phone}/restrict", Restrict, ({ deps, param, body }) =>
    deps.world.turns.take((turn) => {
      const owner = personOf(turn, param("phone"));
      const until = new Date(turn.now.getTime() + body.seconds * 1000);
      restrict(deps.world, turn, owner, until, body.enforcement_type);
      return ok(presentPhone(turn, owner));
    }),
  ),

  route("POST /phones/{phone}/ban", Ban, ({ deps, param, body }) =>
    deps.world.turns.take((turn) => {
      const owner = personOf(turn, param("phone"));
      const until = body.seconds === undefined ? null : new Date(turn.now.getTime() + body.seconds * 1000);
      ban(deps.world, turn, owner, body.lift ? turn.now : until);
      return ok(presentPhone(turn, owner));
    }),
  ),

  route("POST /phones/{phone}/block", Block, ({ deps, param, body }) =>
    deps.world.turns.take((turn) => {
      const owner = personOf(turn, param("phone"));
      const person = personOf(turn, body.phone);
      if (person.phone === owner.phone) throw new SandboxError("bad_request", "Nobody can block themselves.");
      block(deps.world, turn, owner, person, body.blocked ? "block" : "unblock", 0);
      return ok(presentPhone(turn, owner));
    }),
  ),
];
