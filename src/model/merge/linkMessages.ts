import { CHANNEL_ARG, MESSAGE_ARG, MESSAGE_FLOW } from '../profile/argKeys';
import { MESSAGE_CATEGORY, POST_MESSAGE } from '../profile/categories';
import { ArgKind, type LabelTable, type Profile } from '../profile/profile';

/** The two slices of one message. */
interface MessageSlices {
  posted: number;
  handled: number;
}

/**
 * The profile with an arrow from the posting of each message to its handling, for the channels in
 * `sound`: those whose messages were numbered alike at both ends. Linear in the arguments.
 */
export function linkMessages(profile: Profile, sound: ReadonlySet<string>): Profile {
  const pairs = [...messageSlices(profile, sound).values()].filter(
    ({ posted, handled }) => posted >= 0 && handled >= 0
  );
  if (pairs.length === 0) return profile;
  const { flows, labels, strings } = profile;
  const length = flows.length + pairs.length;
  const from = extended(flows.from, length);
  const to = extended(flows.to, length);
  const label = extended(flows.label, length);
  pairs.forEach(({ posted, handled }, index) => {
    from[flows.length + index] = posted;
    to[flows.length + index] = handled;
    label[flows.length + index] = labels.length;
  });
  return {
    ...profile,
    labels: withLabel(labels, strings.indexOf(MESSAGE_FLOW)),
    flows: { length, from, to, label }
  };
}

function messageSlices(
  profile: Profile,
  sound: ReadonlySet<string>
): ReadonlyMap<string, MessageSlices> {
  const { slices, labels, strings } = profile;
  const category = strings.indexOf(MESSAGE_CATEGORY);
  const messages = new Map<string, MessageSlices>();
  for (const [row, { channel, number }] of messageArgs(profile)) {
    const label = slices.label[row];
    if (labels.category[label] !== category || channel === undefined) continue;
    if (number === undefined || !sound.has(channel)) continue;
    const key = `${number} ${channel}`;
    const known = messages.get(key) ?? { posted: -1, handled: -1 };
    if (strings[labels.name[label]] === POST_MESSAGE) known.posted = row;
    else known.handled = row;
    messages.set(key, known);
  }
  return messages;
}

interface MessageArgs {
  channel?: string;
  number?: number;
}

/** The arguments of slices that have those of a message. */
function messageArgs({ args, strings }: Profile): ReadonlyMap<number, MessageArgs> {
  const channelKey = strings.indexOf(CHANNEL_ARG);
  const numberKey = strings.indexOf(MESSAGE_ARG);
  const found = new Map<number, MessageArgs>();
  for (let row = 0; row < args.length; row++) {
    const key = args.key[row];
    if (key !== channelKey && key !== numberKey) continue;
    const known = found.get(args.slice[row]) ?? {};
    const value = args.value[row];
    if (key === numberKey && args.kind[row] === ArgKind.number) known.number = value;
    if (key === channelKey && args.kind[row] === ArgKind.string) known.channel = strings[value];
    found.set(args.slice[row], known);
  }
  return found;
}

function extended(column: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(column);
  return longer;
}

/** The labels with one more, whose name and category are the same text, as that of messages. */
function withLabel(labels: LabelTable, text: number): LabelTable {
  const length = labels.length + 1;
  const name = extended(labels.name, length);
  const category = extended(labels.category, length);
  name[length - 1] = text;
  category[length - 1] = text;
  return { length, name, category };
}
