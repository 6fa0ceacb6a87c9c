/** The cards of a setup, with their drawings, for the page before the start. */

import art from '../../art/palermo.svg?raw';
import { addSheet } from '../../art/sprite';
import Picker from './Picker.svelte';

addSheet('palermo', art);

export default Picker;
