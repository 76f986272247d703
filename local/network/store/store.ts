import type { DatabaseSync } from "node:sqlite";
import { accountTable } from "./account-table.ts";
import { callsTable } from "./calls-table.ts";
import { channelsTable } from "./channels-table.ts";
import { devicesTable } from "./devices-table.ts";
import { groupsTable } from "./groups-table.ts";
import { messagesTable } from "./messages-table.ts";
import { ordersTable } from "./orders-table.ts";
import { peopleTable } from "./people-table.ts";
import { profilesTable } from "./profiles-table.ts";
import { quotasTable } from "./quotas-table.ts";
import { senderKeysTable } from "./sender-keys-table.ts";
import { signalKeysTable } from "./signal-keys-table.ts";
import { standingTable } from "./standing-table.ts";
import { Statements } from "./statements.ts";
import { waitingStanzasTable } from "./waiting-stanzas-table.ts";

/** All tables over one database. Used only inside a turn, which is one transaction. */
export function makeStore(database: DatabaseSync) {
  const statements = new Statements(database);
  return {
    people: peopleTable(statements),
    devices: devicesTable(statements),
    signalKeys: signalKeysTable(statements),
    waiting: waitingStanzasTable(statements),
    messages: messagesTable(statements),
    account: accountTable(statements),
    groups: groupsTable(statements),
    orders: ordersTable(statements),
    standing: standingTable(statements),
    quotas: quotasTable(statements),
    calls: callsTable(statements),
    channels: channelsTable(statements),
    profiles: profilesTable(statements),
    senderKeys: senderKeysTable(statements),
  };
}

/** Everything the network stores, by table. */
export type Store = ReturnType<typeof makeStore>;
