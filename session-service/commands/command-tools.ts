import type { GroupFact } from "../../core/domain/groups/group.ts";
import type { Sender } from "../baileys/outbound/sender.ts";
import type { ChannelSide } from "../baileys/queries/channels/channel-side.ts";
import type { PictureSide } from "../baileys/queries/contact-picture.ts";
import type { GroupSide } from "../baileys/queries/group-side.ts";
import type { SettingsSide } from "../baileys/settings/settings-side.ts";
import type { NumberSide } from "../baileys/socket/number-side.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { SessionPort } from "../session-port.ts";

/** Dependencies for carrying out commands. */
export interface CommandTools {
  deps: SessionDeps;
  session: SessionPort;
  network: Sender & NumberSide & SettingsSide & PictureSide & GroupSide & ChannelSide & { ownId(): string | null };
  /** Blocks or unblocks a person, and stores the result. @throws PersonUnknown */
  setBlocked(person: string, isBlocked: boolean, shownName: string | null): Promise<void>;
  groups: {
    /**
     * Stores the network's response for a group, after its earlier notifications about the group have been handled. If
     * someone might have left, also ensures that they can't read messages sent to the group from then on.
     */
    stored(group: string, fact: GroupFact): Promise<void>;
  };
}
