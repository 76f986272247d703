import { describe, expect, it } from "vitest";
import { createLabel } from "../../../core/operations/labels/create-label.ts";
import { deleteLabel } from "../../../core/operations/labels/delete-label.ts";
import { setChatLabels } from "../../../core/operations/labels/set-chat-labels.ts";
import { keys } from "../../../core/store/keys.ts";
import { INSTANCE, laneStage } from "../../support/models/lane-stage.ts";

const ANA = "5511977770001";
const people = Array.from({ length: 110 }, (_, n) => `55119888${String(n).padStart(5, "0")}`);

describe("the chats of a deleted label", () => {
  it("lose it page by page, also while the number is not connected, and replies go meanwhile", async () => {
    let isOpen = true;
    const stage = await laneStage({ isOpen: () => isOpen });
    for (const phone of people) await stage.table.write({ put: { ...keys.person(INSTANCE, phone) } });
    stage.writesAt(0, ANA);
    stage.begin();
    const rows = () => stage.table.partition(keys.labelled(INSTANCE, 1, "").pk).length;
    stage.at(1, "label", async (deps) => {
      await createLabel(deps, INSTANCE, { name: "VIP", color: 1 });
      for (const phone of people) await setChatLabels(deps, INSTANCE, phone, [1]);
    });
    stage.at(20, "delete", async (deps) => {
      isOpen = false;
      await deleteLabel(deps, INSTANCE, 1);
    });
    stage.at(20.1, "connect", async () => {
      isOpen = true;
    });
    stage.sendAt(20.1, ANA, { text: "reply" });
    await stage.runTo(60);

    expect(stage.sim.violations).toEqual([]);
    expect(rows()).toBe(0);
    expect(stage.table.peek(keys.label(INSTANCE, 1))).toBeNull();
    for (const phone of people) expect(stage.table.peek(keys.person(INSTANCE, phone))).not.toHaveProperty("labels");
    expect(stage.wentAt("reply")).toBeLessThan(30);
  });
});
