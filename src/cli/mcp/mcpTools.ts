import { SQL_VIEWS } from '../../model/output/sqlViews';
import { LINE_COST_KINDS } from '../../analysis/stacks/lineCosts';
import { formatCount } from '../../base/text';
import { QUERY_LIMITS } from '../../engine/sql/queryLimits';
import type { ArgumentSchema } from './mcpSdk';

export type ToolName = 'list' | 'explain' | 'diff' | 'query' | 'lines';

/** A tool as clients are told of it. */
export interface McpTool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ArgumentSchema;
  /** Hints about side effects: the tools only read. */
  readonly annotations: Readonly<Record<string, boolean | string>>;
}

const file = (description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description: `${description}: its path within the folder, as list gives it.`
});

const rows = (usual: number, of: string) => ({
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  default: usual,
  description: `The largest number of ${of}; ${usual} unless given.`
});

const choice = (options: readonly string[], description: string) => ({
  type: 'string',
  enum: [...options],
  default: options[0],
  description: `${description}; ${options[0]} unless given.`
});

interface Inputs {
  readonly required: readonly string[];
  readonly properties: ArgumentSchema['properties'];
}

function tool(
  name: ToolName,
  [title, description]: readonly [title: string, description: string],
  inputs: Inputs
): McpTool {
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  return {
    ...{ name, title, description },
    inputSchema: { type: 'object', ...inputs, additionalProperties: false },
    annotations: { title, ...hints, openWorldHint: false }
  };
}

const VIEWS = SQL_VIEWS.map(
  ({ name, columns }) => `${name}(${columns.map(column => column.name).join(', ')})`
).join('; ');

/** All tools, in the order in which they are usually called. */
export const MCP_TOOLS: readonly McpTool[] = [
  tool(
    'list',
    [
      'List profiles',
      'Lists the saved profiles and traces in the folder, newest first: when each was written, its size, its format ' +
        'and its path for the other tools. Call it first.'
    ],
    { required: [], properties: { top: rows(100, 'files') } }
  ),
  tool(
    'explain',
    [
      'Explain a profile',
      'Gives the findings of a profile as Markdown: what takes the time, with evidence and uncertainty, what is missing ' +
        'from the recording, and what to measure next. With compare it also says what has changed since another profile.'
    ],
    {
      required: ['file'],
      properties: {
        file: file('The profile'),
        compare: file('The profile from before, to compare with')
      }
    }
  ),
  tool(
    'diff',
    [
      'Compare two profiles',
      'Gives the changes of time by name from one profile to another, largest first.'
    ],
    {
      required: ['before', 'after'],
      properties: {
        before: file('The profile from before'),
        after: file('The profile from after'),
        top: rows(30, 'rows')
      }
    }
  ),
  tool(
    'query',
    [
      'Query profiles with SQL',
      'Gives the rows of a query in the SQL of DuckDB. It is one statement that only reads. It is stopped after ' +
        `${QUERY_LIMITS.timeMs / 1000} s. Columns whose names end in _ns are nanoseconds. Views: ${VIEWS}. ` +
        'With other, the views of file are in the schema a, such as a.slices, and those of other in b.'
    ],
    {
      required: ['file', 'sql'],
      properties: {
        file: file('The profile'),
        other: file('A second profile'),
        sql: {
          type: 'string',
          minLength: 1,
          maxLength: QUERY_LIMITS.queryCharacters,
          description: `The query, of at most ${formatCount(QUERY_LIMITS.queryCharacters)} characters.`
        },
        top: rows(50, 'rows of a table'),
        format: choice(
          ['table', 'csv'],
          'A table, in which long values are clipped, or CSV with all rows and whole values'
        )
      }
    }
  ),
  tool(
    'lines',
    [
      'Show the hottest lines',
      "Gives the lines of source code that cost most: the user's own, each with what it called in packages, Node and " +
        'native code, or all lines if none is known to be their own. Lines have their text where the profile has it.'
    ],
    {
      required: ['file'],
      properties: {
        file: file('The profile'),
        kind: choice(LINE_COST_KINDS, 'The kind of cost'),
        top: rows(30, 'lines')
      }
    }
  )
];
