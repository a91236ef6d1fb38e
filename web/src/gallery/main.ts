/** A page with every component on made-up data, for working on the looks: `npm run dev`, /gallery.html. */
import { mount } from 'svelte';
import '../style/tokens.css';
import '../style/base.css';
import { applySettings } from '../play/settings.svelte';
import Gallery from './Gallery.svelte';

applySettings();
mount(Gallery, { target: document.getElementById('app')! });
