import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { ProfileView } from '../../../extension/src/profileView';
import { exampleBundle } from '../../unit/extension/exampleBundle';

const view = new ProfileView({
  trans: nullTranslator.load('kernelscope'),
  language: 'en',
  resolver: null
});
view.addClass('jp-Kernelscope');
Widget.attach(view, document.body);
view.setData(exampleBundle(), 1e6);
