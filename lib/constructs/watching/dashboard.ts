import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { ROOT } from "../../../build/bundle.ts";
import type { StageConfig } from "../../config.ts";
import { dashboardName } from "./dashboard-url.ts";
import { type Plotted, plottedMetrics, type Shown } from "./plotted-metrics.ts";

const GRAPH_WIDTH = 8;
const GRAPH_HEIGHT = 6;
/** The frame for a runbook entry, two in a row; its content scrolls. */
const ENTRY_WIDTH = 12;
const ENTRY_HEIGHT = 9;

/**
 * The stage's only dashboard: first what customers notice, then its components, then the deployed version's runbook.
 * Three dashboards of up to 50 metrics are free.
 */
export class Dashboard extends CloudWatchDashboard {
  constructor(scope: Construct, id: string, props: { config: StageConfig; shown: Shown }) {
    super(scope, id, {
      dashboardName: dashboardName(scope, props.config.stage),
    });
    const graphs = plottedMetrics(props.config, props.shown).map(graph);
    this.addWidgets(...graphs);
    this.addWidgets(...runbookEntries());
  }
}

/**
 * The runbook, one frame per entry, because AWS states no limit for a text's length, and short ones are found sooner.
 */
function runbookEntries(): IWidget[] {
  const entries = readFileSync(join(ROOT, "docs/runbook.md"), "utf8").split(/^(?=## )/m);
  return entries.map((markdown) => new TextWidget({ width: ENTRY_WIDTH, height: ENTRY_HEIGHT, markdown }));
}

/** Draws some metrics over the dashboard's time range. */
function graph({ title, left, right, region }: Plotted): IWidget {
  const metrics: { left: IMetric[]; right?: IMetric[] } = { left, ...(right && { right }) };
  return new GraphWidget({
    title,
    width: GRAPH_WIDTH,
    height: GRAPH_HEIGHT,
    ...metrics,
    ...(region && { region }),
    leftYAxis: { min: 0 },
    rightYAxis: { min: 0 },
  });
}
