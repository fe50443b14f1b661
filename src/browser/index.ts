export { CrossRankView } from './ranks/crossRankView';
export type { CrossRankViewOptions } from './ranks/crossRankView';
export type { RankLanguage } from './ranks/rankWords';
