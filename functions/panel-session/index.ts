import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { PANEL_API } from "../../core/contracts/panel/panel-routes.ts";
import { ApiError } from "../../core/errors.ts";
import type { ApiResult } from "../api/api-request.ts";
import { wrongMethod } from "../api/middleware/find-route.ts";
import { findSource } from "../api/middleware/find-source.ts";
import { presentError } from "../api/middleware/present-error.ts";
import { asResult, TIME_FOR_LAST_ANSWER_MS } from "../api/resource.ts";
import { type ApiDeps, ownDeps } from "../own-deps.ts";
import type { PanelEvent } from "../panel-api/panel-request.ts";
import { madeKeysPart } from "../parts/keys-part.ts";
import { tablePart } from "../parts/table-part.ts";
import { comeBack } from "./come-back.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

type Step = (event: PanelEvent, deps: ApiDeps) => Promise<ApiResult>;

/** The sign-in and sign-out steps, by path. */
const STEPS: Record<string, { method: string; step: Step }> = {
  [`${PANEL_API}/session/sign-in`]: { method: "GET", step: signIn },
  [`${PANEL_API}/session/callback`]: { method: "GET", step: comeBack },
  [`${PANEL_API}/session/sign-out`]: {
    method: "POST",
    step: async (event, deps) => asResultWithCookies(await signOut(event, deps)),
  },
};

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, madeKeysPart];

/** The Lambda handler for signing in and out. No other function talks to the identity provider. */
export const handler = sessionHandler(ownDeps(parts));

function sessionHandler(deps: () => ApiDeps) {
  const answer = async (event: PanelEvent, _context: Context): Promise<ApiResult> => {
    const found = STEPS[event.rawPath];
    const { method } = event.requestContext.http;
    if (!found) throw new ApiError("not_found", { message: "There is nothing at this address in the panel." });
    if (found.method !== method) throw wrongMethod(method, [found.method]);
    return found.step(event, deps());
  };
  return middy<PanelEvent, ApiResult>(answer, { timeoutEarlyInMillis: TIME_FOR_LAST_ANSWER_MS })
    .use(presentError(deps))
    .use(findSource(deps));
}

const asResultWithCookies = ({ reply, cookies }: Awaited<ReturnType<typeof signOut>>): ApiResult => ({
  ...asResult(reply),
  cookies,
});
