import { mount } from 'svelte';
import './style/tokens.css';
import './style/base.css';
import './art/sprite';
import App from './App.svelte';
import { askForGames } from './offered.svelte';
import { show } from './settings.svelte';
import { loadTexts } from './text/texts.svelte';

show();
await loadTexts('web', 'server');
mount(App, { target: document.getElementById('app')! });
void askForGames();

// Exists on https and localhost only; nothing that is needed to play depends on it.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => null);
