import type { Context } from "aws-lambda";
import { expect, it } from "vitest";
import type { Table } from "../../core/store/table.ts";
import { handler } from "../../functions/api/instances/index.ts";
import { useDeps } from "../../functions/own-deps.ts";
import { apiWorld, gatewayEvent } from "./api-world.ts";

/** Half a second is reserved for the response, which leaves the handler 10 ms. */
const NEARLY_OVER = { getRemainingTimeInMillis: () => 510 } as Context;

it("a request whose work does not end is answered with 503 before the function's time is over", async () => {
  const world = apiWorld();
  const { key } = await world.key(await world.account());
  const never = new Promise<never>(() => {});
  const { table } = world;
  const stuck: Table = {
    get: (item) => table.get(item),
    getMany: (items) => table.getMany(items),
    query: () => never,
    write: (write) => table.write(write),
    transact: (writes, options) => table.transact(writes, options),
  };
  useDeps({ ...world.deps, table: stuck });

  const answer = await handler(gatewayEvent("GET", "/v1/instances", { key }) as never, NEARLY_OVER);

  useDeps(null);
  expect(answer).toMatchObject({ statusCode: 503, headers: { "Retry-After": "1" } });
  expect(JSON.parse(String(answer.body))).toMatchObject({ code: "unavailable" });
});
