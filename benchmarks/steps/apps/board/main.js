import 'tom-select/dist/css/tom-select.css';
import 'quill/dist/quill.snow.css';
import Sortable from 'sortablejs';
import TomSelect from 'tom-select';
import Quill from 'quill';
Object.assign(window, { Sortable, TomSelect, Quill });
