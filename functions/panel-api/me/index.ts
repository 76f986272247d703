import { getMe } from "./get-me.ts";

/** The routes of the person who is signed in. */
export const routes = [getMe];
