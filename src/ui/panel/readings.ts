import type { FrameRow } from '../../simulation/statistics.ts';
import { Chart } from '../chart/chart.ts';
import { Figures, machineOf, originOf, type Suggestion, suggestionFor } from './readouts.ts';
import { byId } from '../app/page.ts';
import type { Session } from '../app/session.ts';
import type { Show } from '../app/show.ts';

/** What the page tells of its frames, in numbers and as a chart. */
export class Readings {
  readonly chart: Chart;
  private readonly figures: Figures;

  /** @param chart what to do when it is opened or closed, and where it can't be fetched @param follow does what a scene suggests; the chart is open then */
  constructor(
    chart: { readonly toggled: () => void; readonly failed: (text: string) => void },
    follow: (suggestion: Suggestion) => void,
  ) {
    this.chart = new Chart(byId('chart'), chart.toggled, chart.failed);
    this.figures = new Figures(byId('figures'), (suggestion) => {
      this.chart.isShown = true;
      follow(suggestion);
    });
  }

  /** Another run. */
  begin(session: Session): void {
    const { name, title } = session.scene;
    this.chart.begin({ name, title, origin: `${name}, size ${session.size} · ${machineOf(session)}` });
  }

  /** @param rows one a half @param simulated seconds that the frame simulated @param recorded frames so far */
  add(rows: readonly (FrameRow | undefined)[], show: Show, simulated: number, recorded: number | undefined): void {
    this.chart.add(rows, show.sides);
    const suggestion = suggestionFor(show.session.scene.name, show.comparison);
    if (rows[0]) this.figures.update(rows[0], simulated, originOf(show.session, recorded, suggestion));
  }

  /** Nothing moves. */
  rest(): void {
    this.figures.rest();
  }
}
