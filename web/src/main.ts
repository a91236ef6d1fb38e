import { mount } from 'svelte';
import './style/tokens.css';
import './style/base.css';
import App from './App.svelte';
import './ui/focus';
import { applySettings } from './play/settings.svelte';

applySettings();
mount(App, { target: document.getElementById('app')! });
