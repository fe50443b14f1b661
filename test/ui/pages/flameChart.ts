import {
  FlameChartContainer,
  type FlameChartNode,
  FlameChartPlugin,
  TimeGridPlugin
} from 'flame-chart-js';
import type { Profile } from 'kernelscope/model';
import type { BenchedChart } from './timelineBench';

type Mutable = FlameChartNode & { children: FlameChartNode[] };

const NS_IN_MS = 1e6;

/**
 * flame-chart-js with a chart for each track of a profile and nothing else that would take time: no
 * overview, and one colour for all, so that it may merge as many neighbours as it likes.
 */
export function createFlameChart(
  profile: Profile,
  size: { readonly width: number; readonly height: number }
): BenchedChart {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  document.body.append(canvas);
  const trees = profile.tracks.map((_, track) => treesOf(profile, track));
  const plugins = profile.tracks.map(
    ({ name }) => new FlameChartPlugin({ data: [{ name: '', start: 0, duration: 1 }], name })
  );
  const chart = new FlameChartContainer({ canvas, plugins: [new TimeGridPlugin(), ...plugins] });
  chart.resize(size.width, size.height);
  return {
    canvas,
    show: () => plugins.forEach((plugin, track) => plugin.setData(trees[track])),
    moveTo: ({ fromNs, toNs }) => chart.setZoom(fromNs / NS_IN_MS, toNs / NS_IN_MS)
  };
}

/** The slices of a track as trees of nodes, whose times are milliseconds. */
function treesOf({ slices, labels, strings }: Profile, track: number): FlameChartNode[] {
  const roots: FlameChartNode[] = [];
  const open: { readonly node: Mutable; readonly endNs: number }[] = [];
  for (let row = 0; row < slices.length; row++) {
    if (slices.track[row] !== track) continue;
    const [startNs, durationNs] = [slices.start[row], slices.duration[row]];
    const name = strings[labels.name[slices.label[row]]];
    const node: Mutable = {
      name,
      start: startNs / NS_IN_MS,
      duration: durationNs / NS_IN_MS,
      children: []
    };
    while (open.length > 0 && open[open.length - 1].endNs <= startNs) open.pop();
    (open.at(-1)?.node.children ?? roots).push(node);
    open.push({ node, endNs: startNs + durationNs });
  }
  return roots;
}
