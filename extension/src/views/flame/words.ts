import type { TranslationBundle } from '../../shared/content/application';
import { type CallTree, type CalledFunction, calledFunction } from 'kernelscope/analysis';
import { FrameKind, type Profile } from 'kernelscope/model';
import type { Description, Fact } from '../../shared/content/description';
import { type NumberFormats, placeName } from '../../shared/content/format';
import type { FlamePart } from './flameParts';

/** How a row stands in the picture. */
export interface RowLook {
  /** It stands for all after it as well. */
  readonly isMerged?: boolean;
  /** It is a caller, whose own weight is not in the tree. */
  readonly isCallers?: boolean;
}

/** Puts into words what a flame view draws. */
export class FlameWords {
  constructor(
    readonly trans: TranslationBundle,
    readonly formats: NumberFormats
  ) {}

  /** The name of a function or slice, and the place of one that has none; never empty. */
  name(profile: Profile, callee: number): string {
    const called = calledFunction(profile, callee);
    if (called.name !== '') return called.name;
    return this.trans.__('(anonymous) %1', this.shortPlace(called)).trimEnd();
  }

  /** File and line of a function, without folders; of a slice its category. */
  shortPlace({ file, line, kind }: CalledFunction): string {
    return kind === null ? file : placeName(file, line);
  }

  /** Where a function is, or what kind of code it is; empty when there is nothing to say. */
  place({ file, line, kind }: CalledFunction): string {
    const { trans } = this;
    if (kind === null) return file;
    if (file !== '') return line > 0 ? `${file}:${line}` : file;
    switch (kind) {
      case FrameKind.native:
        return trans.__('native code');
      case FrameKind.gc:
        return trans.__('garbage collector');
      case FrameKind.runtime:
        return trans.__('runtime');
      case FrameKind.program:
        return trans.__('outside of JavaScript');
      default:
        return '';
    }
  }

  weight({ unit }: CallTree, value: number): string {
    return this.formats.value(unit, value);
  }

  share({ shareWhole }: CallTree, value: number): string {
    return this.formats.percent(shareWhole > 0 ? value / shareWhole : 0);
  }

  row(profile: Profile, tree: CallTree, row: number, look: RowLook = {}): Description {
    const { trans } = this;
    const callee = tree.callee[row];
    const text = (value: number) =>
      trans.__('%1 · %2', this.weight(tree, value), this.share(tree, value));
    if (look.isMerged) {
      return {
        title: trans.__('Several, each narrower than a pixel'),
        facts: [
          { label: trans.__('Heaviest'), value: this.name(profile, callee) },
          { label: '', value: trans.__('Zoom in to tell them apart'), isSentence: true }
        ]
      };
    }
    const place = this.place(calledFunction(profile, callee));
    const total: Fact = { label: trans.__('Total'), value: text(tree.total[row]) };
    const self: Fact = { label: trans.__('Self'), value: text(tree.self[row]) };
    const facts = look.isCallers ? [total] : [total, self];
    if (tree.awaited[row] > 0) {
      facts.push({ label: trans.__('Awaited'), value: text(tree.awaited[row]) });
    }
    if (place !== '') facts.push({ label: trans.__('Where'), value: place });
    return { title: this.name(profile, callee), facts };
  }

  /** {@link row} for a row of a part of the picture: tooltips, details and what is read aloud say the same. */
  partRow(
    profile: Profile,
    { tree, skipped }: Pick<FlamePart, 'tree' | 'skipped'>,
    { row, isMerged = false }: { readonly row: number; readonly isMerged?: boolean }
  ): Description {
    return this.row(profile, tree, row, { isMerged, isCallers: skipped > 0 });
  }

  /** {@link partRow} in one sentence, to be read aloud. */
  sentence(profile: Profile, part: Pick<FlamePart, 'tree' | 'skipped'>, row: number): string {
    const { title, facts } = this.partRow(profile, part, { row });
    return [title, ...facts.map(({ label, value }) => `${label} ${value}`)].join(', ');
  }
}
