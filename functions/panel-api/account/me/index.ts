import { changeMe } from "./change-me.ts";
import { chooseAccount } from "./choose-account.ts";
import { getMe } from "./get-me.ts";
import { endOneSession, endOtherSessions, listSessions } from "./my-sessions.ts";
import { openAccount } from "./open-account.ts";

/** The routes for the signed-in user. */
export const routes = [getMe, changeMe, chooseAccount, listSessions, endOtherSessions, endOneSession, openAccount];
