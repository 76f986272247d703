import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import { openSession } from "../../../core/operations/users/open-session.ts";
import type { MembershipRecord } from "../../../core/records/users/membership.ts";
import type { UserRecord } from "../../../core/records/users/user.ts";
import { keys } from "../../../core/store/keys.ts";
import { useDeps } from "../../../functions/own-deps.ts";
import { handler as panel } from "../../../functions/panel-api/index.ts";
import { type Answer, type ApiWorld, type Ask, apiWorld, gatewayEvent } from "../api-world.ts";

/** The panel's address in these tests. It uses TLS, as in the cloud. */
export const PANEL_URL = "https://panel.example.com";

/** A request from the panel's page. `cookie` is a session token. */
export interface PanelAsk extends Ask {
  cookie?: string;
}

/** A signed-in user of an account. */
export interface SignedIn {
  user: string;
  /** The session token. */
  cookie: string;
}

/** The API's world, with the panel's handler and its users. */
export interface PanelWorld extends ApiWorld {
  /** Sends a request the way the panel's own page does. */
  panel(method: string, path: string, ask?: PanelAsk): Promise<Answer & { cookies: string[] }>;
  /** Signs in a user with this role in the account. If the account is null, the user doesn't belong to any account. */
  signedIn(account: string | null, role?: Role, email?: string): Promise<SignedIn>;
}

export function panelWorld(world: ApiWorld = apiWorld()): PanelWorld {
  world.deps.env.PANEL_URL = PANEL_URL;
  const { deps, clock } = world;
  let people = 0;
  return {
    ...world,
    async panel(method, path, { cookie, headers, ...ask } = {}) {
      useDeps(deps);
      const event: APIGatewayProxyEventV2 = {
        ...gatewayEvent(method, `/panel-api${path}`, {
          ...ask,
          headers: {
            ...(method !== "GET" && { "sec-fetch-site": "same-origin", "content-type": "application/json" }),
            ...headers,
          },
        }),
        ...(cookie !== undefined && { cookies: [`__Host-session=${cookie}`] }),
      };
      const handler = panel as unknown as (
        event: APIGatewayProxyEventV2,
        context: Context,
      ) => Promise<APIGatewayProxyStructuredResultV2>; // each middleware adds its own state to the event
      const result = await handler(event, {} as Context); // of which it uses nothing
      const text = Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8").toString();
      return {
        status: result.statusCode ?? 0,
        headers: Object.fromEntries(Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)])),
        cookies: result.cookies ?? [],
        text,
        body: text ? JSON.parse(text) : {},
      };
    },
    async signedIn(account, role = "admin", email = `person-${++people}@example.com`) {
      const user = deps.ids.next("usr", clock.now());
      const joined_at = wireTime(clock.now());
      const record: UserRecord = {
        ...{ id: user, iss: "https://id.example.com", sub: user, email, email_verified: true, name: null },
        ...{ language: null, theme: "system", timezone: null, created_at: joined_at },
      };
      const membership: MembershipRecord = { user_id: user, role, email, name: null, joined_at };
      await deps.table.write({ put: { ...keys.user(user), ...record } });
      if (account !== null) {
        await deps.table.transact([
          { put: { ...keys.accountUser(account, user), ...membership } },
          { put: { ...keys.userAccount(user, account) } },
          ...(role === "admin" ? [{ update: keys.accountAdmins(account), add: { admins: 1 } }] : []),
        ]);
      }
      const request = { user_id: user, account_id: account, source: "198.51.100.1", browser: "Test browser" };
      const { token } = await openSession(deps, request, clock.now());
      return { user, cookie: token };
    },
  };
}
