import 'tabulator-tables/dist/css/tabulator_simple.min.css';
import { TabulatorFull as Tabulator } from 'tabulator-tables';
window.Tabulator = Tabulator;
