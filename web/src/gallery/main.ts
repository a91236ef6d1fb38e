/** A page with every component on made-up data, for working on the looks: `npm run dev`, /gallery.html. */
import { mount } from 'svelte';
import '../style/tokens.css';
import '../style/materials.css';
import '../style/base.css';
import { loadLanguage } from '../i18n';
import { applySettings, chosenLanguage } from '../kept/settings.svelte';
import Gallery from './Gallery.svelte';

applySettings();
await loadLanguage(chosenLanguage());
mount(Gallery, { target: document.getElementById('app')! });
