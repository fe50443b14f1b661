import type { MagicSpec } from '../table/optionTypes';
import type { OutputFile } from '../table/outputFile';
import type { ConfigChanges } from '../parse/parseConfig';
import type { ProfileOptions, TimeitOptions } from '../table/profileOptions';

/** Code on the line of a magic. */
export interface LineCode {
  readonly text: string;
  /** Offset in the cell. */
  readonly start: number;
}

/** The command of a magic. */
export type MagicCommand =
  | {
      readonly command: 'profileCell';
      readonly name: string | null;
      readonly options: ProfileOptions;
    }
  | {
      readonly command: 'profileExpression';
      readonly expression: string;
      /** Offset of the expression in the cell. */
      readonly start: number;
      readonly options: ProfileOptions;
    }
  | {
      readonly command: 'profileOn' | 'profileOff' | 'profileList' | 'profileDoctor';
    }
  | {
      readonly command: 'profileLast';
      /** Null for the newest of all. */
      readonly name: string | null;
    }
  | { readonly command: 'profileShow'; readonly name: string }
  | { readonly command: 'profileSave'; readonly name: string; readonly file: OutputFile }
  | { readonly command: 'profileLoad'; readonly path: string }
  | { readonly command: 'profileConfig'; readonly changes: ConfigChanges }
  | { readonly command: 'profileDiff'; readonly before: string; readonly after: string }
  | {
      readonly command: 'timeit';
      /** Null for `%%timeit`: the code is the cell below. */
      readonly code: LineCode | null;
      readonly options: TimeitOptions;
    }
  | {
      readonly command: 'time';
      /** Null for `%%time`. */
      readonly code: LineCode | null;
    }
  | {
      readonly command: 'profileSql';
      /** Names, ids or files of profiles, two at most; none for the newest. */
      readonly profiles: readonly string[];
    }
  | {
      readonly command: 'shell';
      /** Null for `%%sh`: the script is the cell below. */
      readonly script: string | null;
    }
  | { readonly command: 'listMagics' }
  | { readonly command: 'help'; readonly magic: MagicSpec };
