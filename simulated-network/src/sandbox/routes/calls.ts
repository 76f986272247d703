import * as z from "zod";
import type { Call } from "../../store/calls-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { decline, hangUp, ring } from "../../world/calls/ring.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { NoBody, ok, route, type SandboxRequest } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

const NewCall = z.object({ to: PhoneNumber, video: z.boolean().default(false) });

/**
 * `timeout` means that the call ends because nobody answered in time. Only the caller can end a call, and only the
 * other side can reject it.
 */
const EndCall = z.object({ timeout: z.boolean().default(false) });

/** Routes for calls. A call rings until the caller ends it or the other side rejects it. */
export const callRoutes = [
  route("POST /phones/{phone}/calls", NewCall, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const caller = personOf(transaction, param("phone"));
      const callee = personOf(transaction, body.to);
      if (callee.phone === caller.phone) throw new SandboxError("bad_request", "A phone can't call itself.");
      return ok(presentCall(ring(deps.world, transaction, caller, callee, body.video)), 201);
    }),
  ),

  route("GET /phones/{phone}/calls", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const { phone } = personOf(transaction, param("phone"));
      return ok({ data: transaction.store.calls.of(phone).map(presentCall) });
    }),
  ),

  route("POST /phones/{phone}/calls/{id}/end", EndCall, (request) =>
    request.deps.world.transactions.run((transaction) => {
      const { call, caller, callee } = callOf(transaction, request, "caller");
      hangUp(request.deps.world, transaction, call, caller, callee, request.body.timeout);
      return ok(presentCall(transaction.store.calls.find(call.id) ?? call));
    }),
  ),

  route("POST /phones/{phone}/calls/{id}/reject", NoBody, (request) =>
    request.deps.world.transactions.run((transaction) => {
      const { call, caller, callee } = callOf(transaction, request, "callee");
      decline(request.deps.world, transaction, call, caller, callee, 0);
      return ok(presentCall(transaction.store.calls.find(call.id) ?? call));
    }),
  ),
];

/** Returns the call in the path. @throws SandboxError call_not_found, conflict. */
function callOf(transaction: Transaction, { param }: SandboxRequest<unknown>, side: "caller" | "callee") {
  const { phone } = personOf(transaction, param("phone"));
  const call = transaction.store.calls.find(param("id"));
  if (!call || call[side] !== phone) {
    throw new SandboxError("call_not_found", `Phone ${phone} is not the ${side} of a call ${param("id")}.`);
  }
  return { call, caller: personOf(transaction, call.caller), callee: personOf(transaction, call.callee) };
}

function presentCall({ id, caller, callee, video, state, at }: Call) {
  return { id, from: caller, to: callee, video, state, at: at.toISOString() };
}
