import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";
import { readChannel } from "./read-channels.ts";
import type { StoredChannel } from "./store-channel.ts";
import { type GivenPicture, storeGivenPicture } from "./store-given-picture.ts";

/** The details of a channel to create. */
export interface NewChannel {
  name: string;
  description: string | null;
  picture: GivenPicture | null;
}

/**
 * Creates a channel on the network. The picture is checked before anything is sent to the network.
 * @throws ApiError `validation_failed` if the picture can't be fetched, `limit_reached`, `not_connected`, or an error
 * from `requireResult`. Spec: POST /v1/instances/{id}/channels.
 */
export async function createChannel(
  deps: LaneDeps & { media: Pick<MediaStore, "put"> },
  instance: InstanceRecord,
  { name, description, picture }: NewChannel,
): Promise<StoredChannel> {
  if (instance.status !== "working") throw new ApiError("not_connected");
  const { id } = await requireResult<"create_channel">(deps, instance, {
    kind: "create_channel",
    channel: null,
    name,
    description,
    picture: await storeGivenPicture(deps, picture),
  });
  return readChannel(deps.table, instance, id);
}
