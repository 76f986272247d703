import type { GroupFact } from "../../core/domain/groups/group.ts";
import type { Sender } from "../baileys/outbound/sender.ts";
import type { ChannelSide } from "../baileys/queries/channels/channel-side.ts";
import type { PictureSide } from "../baileys/queries/contact-picture.ts";
import type { GroupSide } from "../baileys/queries/group-side.ts";
import type { SettingsSide } from "../baileys/settings/settings-side.ts";
import type { NumberSide } from "../baileys/socket/number-side.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { SessionPort } from "../session-port.ts";

/** The dependencies for carrying out a command. */
export interface CommandTools {
  deps: SessionDeps;
  session: SessionPort;
  network: Sender & NumberSide & SettingsSide & PictureSide & GroupSide & ChannelSide & { ownId(): string | null };
  /** Blocks or unblocks a person, and stores the result. @throws PersonUnknown */
  setBlocked(person: string, isBlocked: boolean, shownName: string | null): Promise<void>;
  groups: {
    /**
     * Stores the network's answer about a group, after the network's earlier notifications about it. If someone may
     * have left, messages sent to the group from then on are unreadable for them.
     */
    stored(group: string, fact: GroupFact): Promise<void>;
  };
}
