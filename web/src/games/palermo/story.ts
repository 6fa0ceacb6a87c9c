/** The story of a finished game, with its drawings, for pages that do not show the game itself. */

import art from '../../art/palermo.svg?raw';
import { addSheet } from '../../art/sprite';
import AfterGame from './AfterGame.svelte';

addSheet('palermo', art);

export default AfterGame;
