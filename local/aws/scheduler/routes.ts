import type { Json } from "../service/service.ts";

/** The routes of Scheduler's REST API. `{name}` is the last segment of the path. */
const ROUTES: Readonly<Record<string, string>> = {
  "POST /schedules/{name}": "CreateSchedule",
  "PUT /schedules/{name}": "UpdateSchedule",
  "GET /schedules/{name}": "GetSchedule",
  "DELETE /schedules/{name}": "DeleteSchedule",
  "GET /schedules": "ListSchedules",
  "POST /schedule-groups/{name}": "CreateScheduleGroup",
  "GET /schedule-groups/{name}": "GetScheduleGroup",
  "DELETE /schedule-groups/{name}": "DeleteScheduleGroup",
  "GET /schedule-groups": "ListScheduleGroups",
};

/** Members that have different names in the query. */
const QUERY_NAMES: Readonly<Record<string, string>> = {
  groupName: "GroupName",
  ScheduleGroup: "GroupName",
  clientToken: "ClientToken",
};

/** Returns the action and the input members for a method and URL, or null if they don't belong to Scheduler's API. */
export function scheduleRoute(method: string, address: string): { action: string; input: Json } | null {
  const url = new URL(address, "http://localhost");
  const [, collection = "", name, ...rest] = url.pathname.split("/");
  if (rest.length > 0) return null;
  const action = ROUTES[`${method} /${collection}${name === undefined ? "" : "/{name}"}`];
  if (action === undefined) return null;
  const query = [...url.searchParams].map(([key, value]) => [QUERY_NAMES[key] ?? key, value]);
  return {
    action,
    input: { ...Object.fromEntries(query), ...(name !== undefined && { Name: decodeURIComponent(name) }) },
  };
}
