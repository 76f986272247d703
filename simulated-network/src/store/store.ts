import type { DatabaseSync } from "node:sqlite";
import { accountTable } from "./account-table.ts";
import { callsTable } from "./calls-table.ts";
import { channelAdminsTable } from "./channels/channel-admins-table.ts";
import { channelReactionsTable } from "./channels/channel-reactions-table.ts";
import { channelsTable } from "./channels/channels-table.ts";
import { followersTable } from "./channels/followers-table.ts";
import { noticesTable } from "./channels/notices-table.ts";
import { postsTable } from "./channels/posts-table.ts";
import { copiesTable } from "./copies-table.ts";
import { Statements } from "./database/statements.ts";
import { devicesTable } from "./devices-table.ts";
import { dirtyMarksTable } from "./dirty-marks-table.ts";
import { communitiesTable } from "./groups/communities-table.ts";
import { departuresTable } from "./groups/departures-table.ts";
import { groupsTable } from "./groups/groups-table.ts";
import { growthTable } from "./groups/growth-table.ts";
import { invitesTable } from "./groups/invites-table.ts";
import { joinRequestsTable } from "./groups/join-requests-table.ts";
import { membersTable } from "./groups/members-table.ts";
import { messagesTable } from "./messages-table.ts";
import { ordersTable } from "./orders-table.ts";
import { pastsTable } from "./pasts-table.ts";
import { peopleTable } from "./people-table.ts";
import { pollVotesTable } from "./poll-votes-table.ts";
import { profilesTable } from "./profiles-table.ts";
import { quotasTable } from "./quotas-table.ts";
import { reactionsTable } from "./reactions-table.ts";
import { senderKeysTable } from "./sender-keys-table.ts";
import { sentMessagesTable } from "./sent-messages-table.ts";
import { appPatchesTable } from "./settings/app-patches-table.ts";
import { appStatesTable } from "./settings/app-states-table.ts";
import { chatReadingTable } from "./settings/chat-reading-table.ts";
import { chatTimersTable } from "./settings/chat-timers-table.ts";
import { phoneChatsTable } from "./settings/phone-chats-table.ts";
import { phoneContactsTable } from "./settings/phone-contacts-table.ts";
import { phoneLabelsTable } from "./settings/phone-labels-table.ts";
import { signalKeysTable } from "./signal-keys-table.ts";
import { standingTable } from "./standing-table.ts";
import { waitingStanzasTable } from "./waiting-stanzas-table.ts";

/** Creates a database's tables. The tables must only be used inside a transaction. */
export function makeStore(database: DatabaseSync) {
  const statements = new Statements(database);
  return {
    people: peopleTable(statements),
    devices: devicesTable(statements),
    signalKeys: signalKeysTable(statements),
    waiting: waitingStanzasTable(statements),
    messages: messagesTable(statements),
    reactions: reactionsTable(statements),
    pollVotes: pollVotesTable(statements),
    sentMessages: sentMessagesTable(statements),
    copies: copiesTable(statements),
    account: accountTable(statements),
    appPatches: appPatchesTable(statements),
    appStates: appStatesTable(statements),
    chatReading: chatReadingTable(statements),
    phoneChats: phoneChatsTable(statements),
    chatTimers: chatTimersTable(statements),
    phoneLabels: phoneLabelsTable(statements),
    phoneContacts: phoneContactsTable(statements),
    pasts: pastsTable(statements),
    groups: groupsTable(statements),
    members: membersTable(statements),
    joinRequests: joinRequestsTable(statements),
    departures: departuresTable(statements),
    growth: growthTable(statements),
    invites: invitesTable(statements),
    communities: communitiesTable(statements),
    dirtyMarks: dirtyMarksTable(statements),
    orders: ordersTable(statements),
    standing: standingTable(statements),
    quotas: quotasTable(statements),
    calls: callsTable(statements),
    channels: channelsTable(statements),
    channelAdmins: channelAdminsTable(statements),
    channelReactions: channelReactionsTable(statements),
    notices: noticesTable(statements),
    followers: followersTable(statements),
    posts: postsTable(statements),
    profiles: profilesTable(statements),
    senderKeys: senderKeysTable(statements),
  };
}

/** Everything that the network stores, by table. */
export type Store = ReturnType<typeof makeStore>;
