import { mount } from 'svelte';
import './style/tokens.css';
import './style/base.css';
import './art/sprite';
import App from './App.svelte';
import { show } from './settings.svelte';
import { loadTexts } from './text/texts.svelte';

show();
await loadTexts('web', 'server');
mount(App, { target: document.getElementById('app')! });
