import { type Statements, text } from "../database/statements.ts";

/** Communities, which are groups that contain groups. */
export function communitiesTable(statements: Statements) {
  return {
    /** @param announcements the community's group in which only admins can write. */
    add(id: string, announcements: string): void {
      statements.run("INSERT INTO communities VALUES (?, ?)", id, announcements);
    },

    /** The group in which only admins can write; null if this is not a community. */
    announcementsOf(id: string): string | null {
      const row = statements.get("SELECT announcements FROM communities WHERE id = ?", id);
      return row && text(row, "announcements");
    },

    /** The community that a group belongs to. */
    parentOf(group: string): string | null {
      const row = statements.get("SELECT community FROM community_groups WHERE group_id = ?", group);
      return row && text(row, "community");
    },

    groupsOf: (id: string): string[] =>
      statements
        .all("SELECT group_id FROM community_groups WHERE community = ? ORDER BY rowid", id)
        .map((row) => text(row, "group_id")),

    link(group: string, id: string): void {
      statements.run("INSERT OR REPLACE INTO community_groups VALUES (?, ?)", group, id);
    },

    unlink(group: string): void {
      statements.run("DELETE FROM community_groups WHERE group_id = ?", group);
    },
  };
}
