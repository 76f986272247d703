import { queryOptions } from "@tanstack/react-query";
import type { Message } from "../../../core/contracts/message.ts";
import { askPage } from "./client.ts";

/** Whether any message was sent or received yet. */
export const firstMessageQuery = () =>
  queryOptions({
    queryKey: ["first-message"],
    queryFn: async ({ signal }) =>
      (await askPage<Message>({ path: "/v1/messages", query: { limit: 1 }, signal })).data.length > 0,
  });
