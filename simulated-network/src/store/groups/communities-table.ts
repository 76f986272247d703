import { type Statements, text } from "../database/statements.ts";

/** The table of communities, which are groups that contain other groups. */
export function communitiesTable(statements: Statements) {
  return {
    /** Adds a community. @param announcements its announcement group, where only admins can write. */
    add(id: string, announcements: string): void {
      statements.run("INSERT INTO communities VALUES (?, ?)", id, announcements);
    },

    /** Returns a community's announcement group, where only admins can post, or null if the group isn't a community. */
    announcementsOf(id: string): string | null {
      const row = statements.get("SELECT announcements FROM communities WHERE id = ?", id);
      return row && text(row, "announcements");
    },

    /** Returns the community that a group belongs to. */
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
