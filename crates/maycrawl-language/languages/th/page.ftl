# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

language-label = ภาษา
language-draft = คำแปลนี้เป็นฉบับร่าง โปรดแจ้งข้อผิดพลาด ข้อความอยู่ในไฟล์ languages/{ $tag }/page.ftl ของ maycrawl

close = ปิด
loading = กำลังโหลด…

help = ความช่วยเหลือ
help-keys = แป้นพิมพ์ลัด
key-find = ค้นหาในฉบับร่าง
key-undo = เลิกทำและทำซ้ำ รวมถึงการแก้ไขและเวอร์ชันที่โหลด
key-finding = ไปยังปัญหาถัดไปหรือก่อนหน้าในฉบับร่าง
key-comment = เปลี่ยนบรรทัดเป็นความคิดเห็นหรือเปลี่ยนกลับ
key-tab = ไปยังส่วนถัดไปของหน้า รวมถึงจากเครื่องมือแก้ไข
key-arrows = เลื่อนในตาราง โดยฉบับร่างจะแสดงบรรทัดที่เป็นตัวตัดสิน
key-enter = ในตาราง: ไปยังบรรทัดที่เป็นตัวตัดสิน
key-delete = ในตาราง: นำ URL ของแถวออก
key-escape = ปิดการค้นหา กล่องโต้ตอบ หรือความช่วยเหลือนี้
help-note = ใน Mac ให้ใช้ ⌘ แทน Ctrl แต่ละเซลล์แสดงผลตัดสินของฉบับร่างและบรรทัดที่เป็นตัวตัดสิน เซลล์ที่ไฮไลต์ต่างจากผลตัดสินของเวอร์ชันที่เปรียบเทียบ คำตอบมาจากไลบรารีของ maycrawl ซึ่งอ่าน robots.txt แบบเดียวกับโปรแกรมแยกวิเคราะห์ของ Google
help-api = API ของบริการนี้
help-read-more = อ่านเพิ่มเติม
help-rfc = RFC 9309, Robots Exclusion Protocol
help-google = Google: วิธีอ่าน robots.txt

start-title = โปรแกรมรวบรวมข้อมูลดึงหน้าเว็บของคุณได้ไหม
start-lead = ป้อนเว็บไซต์ของคุณ แล้วคุณจะเห็นว่า robots.txt อนุญาตอะไร สำหรับโปรแกรมรวบรวมข้อมูลใด ด้วยบรรทัดใด และทดสอบการเปลี่ยนแปลงก่อนใช้งานจริงได้
start-recipes = เริ่มด้วยสูตร
card-ai-title = บล็อกการฝึก AI แต่คงการค้นหาไว้
card-ai-text = โปรแกรมที่เก็บข้อความสำหรับโมเดลภาษาเข้าไม่ได้ แต่เครื่องมือค้นหารวบรวมข้อมูลได้
card-staging-title = ปิดเว็บไซต์ทดลอง
card-staging-text = ไม่อนุญาตการรวบรวมข้อมูลใดๆ แม้แต่ AdsBot มีเพียงรหัสผ่านเท่านั้นที่ปกป้องเว็บไซต์ได้
card-filters-title = ปิดผลการค้นหาและตัวกรอง
card-filters-text = โปรแกรมรวบรวมข้อมูลข้ามผลการค้นหาของเว็บไซต์เอง และหน้าที่เพียงจัดเรียงหรือกรอง
card-nothing-title = เริ่มจากศูนย์
card-nothing-text = เครื่องมือแก้ไขเปล่าที่อธิบายข้อผิดพลาดขณะที่คุณพิมพ์
start-example = ดูตัวอย่าง
start-or-paste = หรือวางหรือลาก robots.txt ลงในเครื่องมือแก้ไขด้านล่าง

recipes-title = สูตร
recipes-question = ไฟล์ควรทำอะไร
recipes-sitemap = แผนผังไซต์
recipes-where = ตำแหน่งที่จะเขียน
recipes-add = เพิ่มลงในฉบับร่าง
recipes-replace = แทนที่ฉบับร่าง
recipes-whole-site = สูตรนี้มีผลกับทั้งเว็บไซต์ จึงใช้แทนที่ฉบับร่างได้เท่านั้น
recipes-choose = เลือกสิ่งที่ไฟล์ควรทำ
recipes-busy = กำลังเขียนและเปรียบเทียบ…
recipes-warning = คำเตือน: { $text }
recipes-changes = สิ่งที่เปลี่ยนในฉบับร่าง
recipes-closes = สิ่งที่ปิด
recipes-file = ไฟล์
recipes-apply = ใส่ลงในเครื่องมือแก้ไข

lint-page-example = ตัวอย่าง
lint-page-instead = ควรเป็น
lint-page-fix = วิธีแก้ไข:
lint-page-sources = แหล่งที่มา

findings-label = ปัญหาที่พบ
findings-errors = ข้อผิดพลาด { $count } รายการ
findings-warnings = คำเตือน { $count } รายการ
findings-notes = หมายเหตุ { $count } รายการ
next-error = ไปยังข้อผิดพลาดถัดไป
next-warning = ไปยังคำเตือนถัดไป
next-note = ไปยังหมายเหตุถัดไป
finding-error = ข้อผิดพลาด
finding-warning = คำเตือน
finding-note = หมายเหตุ
findings-hide = ซ่อนรายการ
findings-show = แสดงรายการ
fix-all = แก้ไขทั้งหมด ({ $count })
fix-all-more = แก้ไขทั้งหมด ({ $count } ขึ้นไป)
verdicts-may-change = { $action } ผลตัดสินอาจเปลี่ยน
findings-left = แสดง { $shown } รายการแรกจากปัญหา { $total } รายการ
finding-line = บรรทัด { $line }
finding-documentation = { $code }, { $name }: เอกสาร
fix = แก้ไข

more-notes = และหมายเหตุอีก { $count } รายการ

import-too-large = ไฟล์มีขนาดใหญ่กว่า 50 MiB
import-no-text = ไฟล์นี้ไม่ใช่ไฟล์ข้อความ
import-not-utf8 = ไฟล์นี้ไม่ใช่ไฟล์ข้อความแบบ UTF-8
import-list = รายการ
import-column = คอลัมน์ { $column } ของ CSV

submit-title = ส่ง
submit-title-site = ส่งไปยัง { $site }
submit-hosted = หากบริการโฮสติ้งเป็นผู้เขียน robots.txt คุณจะอัปโหลดไฟล์ไม่ได้ โปรดดูการตั้งค่าการแสดงในผลการค้นหาของบริการนั้น
submit-no-root = เข้าถึงรูทของโดเมนไม่ได้ใช่ไหม โปรแกรมรวบรวมข้อมูลอ่าน robots.txt ที่รูทเท่านั้น ไม่ใช่ที่ subdomain.example.com/site/robots.txt โปรดขอให้ผู้ดูแลโฮสต์วางไฟล์ไว้ที่นั่น หรือใช้เมตาแท็ก robots ในหน้าเว็บ
submit-changes = สิ่งที่เปลี่ยนใน { $site }
submit-no-change = ไม่มี: ข้อความในฉบับร่างเหมือนเดิม
submit-upload = ดาวน์โหลดและอัปโหลด
submit-upload-text = ดาวน์โหลดฉบับร่าง ({ $bytes } ไบต์) จากนั้นอัปโหลดโดยไม่เปลี่ยนแปลงเป็น { $url } ทั้งนี้ maycrawl เขียนลงในเว็บไซต์ของคุณไม่ได้
submit-upload-place = robots.txt ที่รูทของเว็บไซต์
submit-download = ดาวน์โหลด robots.txt
submit-open-first = เปิดเว็บไซต์ก่อนที่ด้านบนของหน้า
submit-verify = ยืนยัน
submit-verify-text = ดึงไฟล์ที่อัปโหลดตอนนี้และเปรียบเทียบกับฉบับร่างทีละไบต์
submit-compare = เปรียบเทียบ
submit-comparing = กำลังเปรียบเทียบ…
submit-view = ดูไฟล์ที่ใช้งานจริง
submit-same = ไฟล์ที่ใช้งานจริงตรงกับฉบับร่างทุกไบต์ ({ $bytes } ไบต์)
submit-not-fetched = ไม่ได้ดึงเว็บไซต์อีกครั้ง: { $note }
submit-no-file = ไม่มีไฟล์ที่ใช้งานจริงให้เปรียบเทียบ: { $state }
submit-differ = ไฟล์ต่างกัน ฉบับร่างมี { $draft } ไบต์ ไฟล์ที่ใช้งานจริงมี { $live } ไบต์
submit-differ-from = ไฟล์ต่างกันตั้งแต่บรรทัด { $line } (ไบต์ที่ { $byte }) ฉบับร่างมี { $draft } ไบต์ ไฟล์ที่ใช้งานจริงมี { $live } ไบต์
submit-invisible = ข้อความที่มองเห็นในบรรทัดนั้นเหมือนกัน แต่อักขระจบบรรทัดหรือไบต์ที่มองไม่เห็นต่างกัน
submit-legend = − หมายถึงข้อความที่มีเฉพาะในไฟล์ที่ใช้งานจริง + หมายถึงข้อความที่มีเฉพาะในฉบับร่าง
submit-refresh = ขอรีเฟรช
submit-refresh-text = ระบบจะดึงไฟล์สำหรับผู้ใช้แคชของบริการนี้ทุกคน โปรแกรมรวบรวมข้อมูลที่ใช้แคชจะทำตามไฟล์ใหม่ทันที ส่วน Google จะรีเฟรชสำเนาของตัวเอง ซึ่งมักใช้เวลาไม่เกิน 1 วัน
submit-refresh-now = รีเฟรชแคชที่ใช้ร่วมกัน
submit-refreshing = กำลังรีเฟรช…
submit-first-seen = พบเวอร์ชันนี้ครั้งแรกเมื่อ { $time }
submit-load-live = โหลดไฟล์ที่ใช้งานจริงลงในเครื่องมือแก้ไข
submit-google = Google: { $report } แสดงสำเนาของ Google และขอให้รวบรวมข้อมูลอีกครั้งได้ การบล็อกไม่ได้นำหน้าเว็บออกจากผลการค้นหา { $removals } ซ่อนหน้าเว็บได้ทันที
submit-google-report = รายงาน robots.txt ใน Search Console
submit-google-removals = เครื่องมือลบ
submit-bing = Bing: { $tools } มีเครื่องมือ 2 อย่าง robots.txt Tester แจ้ง Bing เกี่ยวกับไฟล์ใหม่ และ Block URLs ซ่อนหน้าเว็บ
submit-listed = หน้าเว็บแสดงอยู่ไหม ค้นหา URL ของหน้านั้นใน Google หรือ Bing เครื่องมือค้นหายังแสดงหน้าที่ถูกบล็อกได้โดยมีเพียง URL
