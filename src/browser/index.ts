export { CrossRankView } from './crossRankView';
export type { CrossRankViewOptions } from './crossRankView';
export type { RankLanguage } from './rankWords';
