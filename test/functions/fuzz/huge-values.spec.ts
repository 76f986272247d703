import { afterAll, expect, it } from "vitest";
import { useDeps } from "../../../functions/own-deps.ts";
import { described } from "./described-requests.ts";
import { loadApi, ROUTE_IDS } from "./every-route.ts";
import { fuzzWorlds } from "./fuzz-world.ts";
import { hugeRequests } from "./huge-requests.ts";

const api = await loadApi();
const { operations, named } = described(api.routes.values());
const worldOf = fuzzWorlds(api);

afterAll(() => useDeps(null));

it.each(ROUTE_IDS)("%s refuses a value of any size in any place, and stays standing", async (id) => {
  const world = await worldOf("linked");
  const operation = operations.find((one) => one.id === id);
  const requests = operation ? hugeRequests(operation, named) : [];
  const faults: string[] = [];
  for (const request of requests) {
    const { status, text, logged } = await world.ask(request, "full");
    const size = (request.value ?? request.path + request.query).length;
    if (status >= 500 || logged.length > 0)
      faults.push(`${request.where} (${size}): ${status} ${text} ${logged}`.slice(0, 400));
  }

  expect(faults).toEqual([]);
});
