import { isDataWait } from '../../analysis/steps/dataWaits';
import type { Profile } from '../../model/profile/profile';

/**
 * The name of a wait for a value in PyTorch's DataLoader, which its plugin for TensorBoard looks up.
 */
function dataLoaderName(name: string): string {
  return `enumerate(DataLoader)#${name.replace(/[.]next$/, '')}.__next__`;
}

/** The same profile, with the waits of loops for their data named as PyTorch names them. */
export function withDataLoaderNames(profile: Profile): Profile {
  const { labels } = profile;
  const strings = [...profile.strings];
  const rename = (row: number, label: number): number => {
    const name = strings[row];
    if (!isDataWait(name, strings[labels.category[label]])) return row;
    return strings.push(dataLoaderName(name)) - 1;
  };
  return { ...profile, strings, labels: { ...labels, name: labels.name.map(rename) } };
}
