import * as z from "zod";
import type { Call } from "../../store/calls-table.ts";
import type { Turn } from "../../store/turns.ts";
import { decline, hangUp, ring } from "../../world/calls/ring.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { NoBody, ok, route, type SandboxRequest } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

const NewCall = z.object({ to: PhoneNumber, video: z.boolean().default(false) });

/** `timeout`: nobody answered for long enough. Only the caller can end, only the other side can reject. */
const EndCall = z.object({ timeout: z.boolean().default(false) });

/** Calls: they ring until the caller ends them or the other side rejects them. */
export const callRoutes = [
  route("POST /phones/{phone}/calls", NewCall, ({ deps, param, body }) =>
    deps.world.turns.take((turn) => {
      const caller = personOf(turn, param("phone"));
      const callee = personOf(turn, body.to);
      if (callee.phone === caller.phone) throw new SandboxError("bad_request", "A phone can't call itself.");
      return ok(presentCall(ring(deps.world, turn, caller, callee, body.video)), 201);
    }),
  ),

  route("GET /phones/{phone}/calls", NoBody, ({ deps, param }) =>
    deps.world.turns.take((turn) => {
      const { phone } = personOf(turn, param("phone"));
      return ok({ data: turn.store.calls.of(phone).map(presentCall) });
    }),
  ),

  route("POST /phones/{phone}/calls/{id}/end", EndCall, (request) =>
    request.deps.world.turns.take((turn) => {
      const { call, caller, callee } = callOf(turn, request, "caller");
      hangUp(request.deps.world, turn, call, caller, callee, request.body.timeout);
      return ok(presentCall(turn.store.calls.find(call.id) ?? call));
    }),
  ),

  route("POST /phones/{phone}/calls/{id}/reject", NoBody, (request) =>
    request.deps.world.turns.take((turn) => {
      const { call, caller, callee } = callOf(turn, request, "callee");
      decline(request.deps.world, turn, call, caller, callee, 0);
      return ok(presentCall(turn.store.calls.find(call.id) ?? call));
    }),
  ),
];

/** @throws SandboxError call_not_found, conflict. */
function callOf(turn: Turn, { param }: SandboxRequest<unknown>, side: "caller" | "callee") {
  const { phone } = personOf(turn, param("phone"));
  const call = turn.store.calls.find(param("id"));
  if (!call || call[side] !== phone) {
    throw new SandboxError("call_not_found", `Phone ${phone} is not the ${side} of a call ${param("id")}.`);
  }
  return { call, caller: personOf(turn, call.caller), callee: personOf(turn, call.callee) };
}

function presentCall({ id, caller, callee, video, state, at }: Call) {
  return { id, from: caller, to: callee, video, state, at: at.toISOString() };
}
